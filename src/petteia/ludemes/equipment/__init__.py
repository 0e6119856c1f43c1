"""Equipment: boards, pieces, dice, hands, regions, cards, tiles."""
