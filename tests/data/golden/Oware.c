/* Copies a state; of lists only what is used. */
static inline void g_copy(State *to, const State *from) {
    *to = *from;
}

static const int8_t t_owner_of[2] = {
    0, 3
};
static const int8_t t_ray_E[12][6] = {
    {1, 2, 3, 4, 5, -1},
    {2, 3, 4, 5, -1, -1},
    {3, 4, 5, -1, -1, -1},
    {4, 5, -1, -1, -1, -1},
    {5, -1, -1, -1, -1, -1},
    {-1, -1, -1, -1, -1, -1},
    {7, 8, 9, 10, 11, -1},
    {8, 9, 10, 11, -1, -1},
    {9, 10, 11, -1, -1, -1},
    {10, 11, -1, -1, -1, -1},
    {11, -1, -1, -1, -1, -1},
    {-1, -1, -1, -1, -1, -1},
};
static const int8_t t_track_site[12] = {
    0, 1, 2, 3, 4, 5, 11, 10, 9, 8, 7, 6
};
static const int8_t t_track_next[12] = {
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0
};
static const int8_t t_ray_W[12][6] = {
    {-1, -1, -1, -1, -1, -1},
    {0, -1, -1, -1, -1, -1},
    {1, 0, -1, -1, -1, -1},
    {2, 1, 0, -1, -1, -1},
    {3, 2, 1, 0, -1, -1},
    {4, 3, 2, 1, 0, -1},
    {-1, -1, -1, -1, -1, -1},
    {6, -1, -1, -1, -1, -1},
    {7, 6, -1, -1, -1, -1},
    {8, 7, 6, -1, -1, -1},
    {9, 8, 7, 6, -1, -1},
    {10, 9, 8, 7, 6, -1},
};

static void g_apply(State *s, Effect move);

/* the start position */
static void g_start(State *s) {
    s->pieces[1] = 0xfffull;
    s->what[0] = 1;
    s->what[1] = 1;
    s->what[2] = 1;
    s->what[3] = 1;
    s->what[4] = 1;
    s->what[5] = 1;
    s->what[6] = 1;
    s->what[7] = 1;
    s->what[8] = 1;
    s->what[9] = 1;
    s->what[10] = 1;
    s->what[11] = 1;
    s->count[0] = 4;
    s->count[1] = 4;
    s->count[2] = 4;
    s->count[3] = 4;
    s->count[4] = 4;
    s->count[5] = 4;
    s->count[6] = 4;
    s->count[7] = 4;
    s->count[8] = 4;
    s->count[9] = 4;
    s->count[10] = 4;
    s->count[11] = 4;
    s->empty = 0ull;
    s->pass_run = 0;
}

/* Oware.lud:17 (used at Oware.lud:42) drop */
static void g_do_drop(State *s, int start_18, int hole_30) {
    int moved_31 = s->what[start_18];
    if (s->count[start_18] > 0) {
        if (s->count[start_18] == 1) {
            s->pieces[moved_31] &= ~(1ull << start_18);
            s->what[start_18] = 0;
            s->empty |= 1ull << start_18;
            s->who[start_18] = 0;
            s->count[start_18] = 0;
        } else if ((s->count[start_18] - 1) >= 0) {
            s->count[start_18]--;
        }
        if ((s->what[hole_30] == moved_31) && (s->count[hole_30] > 0)) {
            s->count[hole_30]++;
        } else {
            s->pieces[1] &= ~(1ull << hole_30);
            s->what[hole_30] = 0;
            s->empty |= 1ull << hole_30;
            s->who[hole_30] = 0;
            s->count[hole_30] = 0;
            s->pieces[moved_31] |= 1ull << hole_30;
            s->what[hole_30] = moved_31;
            s->who[hole_30] = t_owner_of[moved_31];
            s->empty &= ~(1ull << hole_30);
            s->count[hole_30] = 1;
        }
    }
}

static uint64_t g_compute(const State *s, int reached_24) {
    uint64_t found_35 = (unsigned)reached_24 < 12 ? 1ull << reached_24 : 0;
    for (uint64_t left1 = (unsigned)reached_24 < 12 ? 1ull << reached_24 : 0; left1; left1 &= left1 - 1) {
        int origin_36 = pt_lowest(left1);
        for (int step_37 = 0; step_37 < 6; step_37++) {
            int site_38 = t_ray_E[origin_36][step_37];
            if (site_38 < 0) {
                break;
            }
            if ((s->count[site_38] != 2) && (s->count[site_38] != 3)) {
                break;
            }
            found_35 = found_35 | (1ull << site_38);
        }
    }
    return found_35;
}

/* Oware.lud:20 (used at Oware.lud:42) score */
PT_INLINE void g_do_score(State *s, int source_42, int target_43, int amount_41) {
    s->score[1] += amount_41;
}

/* Oware.lud:20 (used at Oware.lud:42) remove */
PT_INLINE void g_do_remove(State *s, int source_45, int site_44) {
    s->pieces[1] &= ~(1ull << site_44);
    s->what[site_44] = 0;
    s->empty |= 1ull << site_44;
    s->who[site_44] = 0;
    s->count[site_44] = 0;
}

/* Oware.lud:20 (used at Oware.lud:42) set counter */
PT_INLINE void g_do_set_counter(State *s, int source_47, int target_48) {
    s->counter = -1;
}

/* Oware.lud:14 (used at Oware.lud:42) select */
static void g_do_select(State *s, int source_17, int from_15) {
    s->pass_run = 0;
    s->moves++;
    int count_19 = s->count[from_15];
    int index_22 = t_track_site[from_15];
    int reached_24 = from_15;
    int sown_25 = 0;
    int holes_26 = 0;
    int skips_27 = 0;
    while ((sown_25 < count_19) && (holes_26 < count_19)) {
        int following_28 = t_track_next[index_22];
        int to_29 = t_track_site[following_28];
        reached_24 = to_29;
        if ((skips_27 < 10000) && (to_29 == from_15)) {
            skips_27++;
        } else {
            int hole_30 = t_track_site[following_28];
            if (sown_25 < count_19) {
                g_do_drop(s, from_15, hole_30);
            }
            sown_25++;
            holes_26++;
            skips_27 = 0;
        }
        index_22 = following_28;
    }
    if (count_19 > 0) {
        {
            Effect collected1[512];
            Effects list_collected1 = {collected1, 0, 512};
            for (bool again1 = true; again1;) {
                {
                    Effects *out = &list_collected1;
                    while (true) {
                        if (!((unsigned)reached_24 < 12 && (0xfc0ull >> reached_24 & 1)) || ((s->count[reached_24] != 2) && (s->count[reached_24] != 3))) {
                            break;
                        }
                        int total1 = 0;
                        for (uint64_t left1 = 0xfc0ull & ~g_compute(s, reached_24); left1; left1 &= left1 - 1) {
                            int site_39 = pt_lowest(left1);
                            total1 += s->count[site_39];
                        }
                        if (total1 > 0) {
                            int total2 = 0;
                            for (uint64_t left2 = g_compute(s, reached_24); left2; left2 &= left2 - 1) {
                                int site_40 = pt_lowest(left2);
                                total2 += s->count[site_40];
                            }
                            int amount_41 = total2;
                            pt_note(out, (Effect){KIND_effect_score, -1, -1, {amount_41}});
                            for (uint64_t left3 = g_compute(s, reached_24) & ~s->empty; left3; left3 &= left3 - 1) {
                                int site_44 = pt_lowest(left3);
                                pt_note(out, (Effect){KIND_effect_remove, site_44, site_44});
                            }
                            pt_note(out, (Effect){KIND_effect_set_counter, -1, -1});
                        }
                        break;
                    }
                }
                again1 = pt_make_room_for_effects(&list_collected1, collected1);
            }
            for (uint32_t k1 = 0; k1 < list_collected1.count; k1++) g_apply(s, list_collected1.effects[k1]);
            if (list_collected1.effects != collected1) free(list_collected1.effects);
        }
    }
}

static uint64_t g_compute_3(const State *s, int reached_76) {
    uint64_t found_87 = (unsigned)reached_76 < 12 ? 1ull << reached_76 : 0;
    for (uint64_t left1 = (unsigned)reached_76 < 12 ? 1ull << reached_76 : 0; left1; left1 &= left1 - 1) {
        int origin_88 = pt_lowest(left1);
        for (int step_89 = 0; step_89 < 6; step_89++) {
            int site_90 = t_ray_W[origin_88][step_89];
            if (site_90 < 0) {
                break;
            }
            if ((s->count[site_90] != 2) && (s->count[site_90] != 3)) {
                break;
            }
            found_87 = found_87 | (1ull << site_90);
        }
    }
    return found_87;
}

/* Oware.lud:20 (used at Oware.lud:42) score */
PT_INLINE void g_do_score_2(State *s, int source_94, int target_95, int amount_93) {
    s->score[2] += amount_93;
}

/* Oware.lud:14 (used at Oware.lud:42) select */
static void g_do_select_2(State *s, int source_69, int from_67) {
    s->pass_run = 0;
    s->moves++;
    int count_71 = s->count[from_67];
    int index_74 = t_track_site[from_67];
    int reached_76 = from_67;
    int sown_77 = 0;
    int holes_78 = 0;
    int skips_79 = 0;
    while ((sown_77 < count_71) && (holes_78 < count_71)) {
        int following_80 = t_track_next[index_74];
        int to_81 = t_track_site[following_80];
        reached_76 = to_81;
        if ((skips_79 < 10000) && (to_81 == from_67)) {
            skips_79++;
        } else {
            int hole_82 = t_track_site[following_80];
            if (sown_77 < count_71) {
                g_do_drop(s, from_67, hole_82);
            }
            sown_77++;
            holes_78++;
            skips_79 = 0;
        }
        index_74 = following_80;
    }
    if (count_71 > 0) {
        {
            Effect collected1[512];
            Effects list_collected1 = {collected1, 0, 512};
            for (bool again1 = true; again1;) {
                {
                    Effects *out = &list_collected1;
                    while (true) {
                        if (!((unsigned)reached_76 < 6) || ((s->count[reached_76] != 2) && (s->count[reached_76] != 3))) {
                            break;
                        }
                        int total1 = 0;
                        for (uint64_t left1 = 0x3full & ~g_compute_3(s, reached_76); left1; left1 &= left1 - 1) {
                            int site_91 = pt_lowest(left1);
                            total1 += s->count[site_91];
                        }
                        if (total1 > 0) {
                            int total2 = 0;
                            for (uint64_t left2 = g_compute_3(s, reached_76); left2; left2 &= left2 - 1) {
                                int site_92 = pt_lowest(left2);
                                total2 += s->count[site_92];
                            }
                            int amount_93 = total2;
                            pt_note(out, (Effect){KIND_effect_score_2, -1, -1, {amount_93}});
                            for (uint64_t left3 = g_compute_3(s, reached_76) & ~s->empty; left3; left3 &= left3 - 1) {
                                int site_96 = pt_lowest(left3);
                                pt_note(out, (Effect){KIND_effect_remove, site_96, site_96});
                            }
                            pt_note(out, (Effect){KIND_effect_set_counter, -1, -1});
                        }
                        break;
                    }
                }
                again1 = pt_make_room_for_effects(&list_collected1, collected1);
            }
            for (uint32_t k1 = 0; k1 < list_collected1.count; k1++) g_apply(s, list_collected1.effects[k1]);
            if (list_collected1.effects != collected1) free(list_collected1.effects);
        }
    }
}

static bool g_is_kept_2(const State *s, int from_67) {
    bool holds_68 = false;
    {
        State copy1;
        g_copy(&copy1, s);
        {
            State *s = &copy1;
            g_do_select_2(s, from_67, from_67);
            int total1 = 0;
            for (uint64_t left1 = 0x3full; left1; left1 &= left1 - 1) {
                int site_66 = pt_lowest(left1);
                total1 += s->count[site_66];
            }
            holds_68 = total1 > 0;
        }
    }
    return holds_68;
}

/* Oware.lud:14 (used at Oware.lud:42) select, and the end of the turn */
static void g_play_select_1(State *s, int source_64, int from_15) {
    g_do_select(s, source_64, from_15);
    if (s->score[1] > 24) {
        s->ranks[1] = 2;
        s->ranks[2] = 4;
        s->over = 1;
        int total1 = 0;
        for (uint64_t left1 = 0x3full; left1; left1 &= left1 - 1) {
            int site_2 = pt_lowest(left1);
            total1 += s->count[site_2];
        }
        bool holds1 = (total1 != 0);
        if (!holds1) {
            bool found1 = false;
            for (uint64_t left2 = 0xfc0ull; left2 && !found1; left2 &= left2 - 1) {
                int from_67 = pt_lowest(left2);
                found1 = (s->count[from_67] > 0) && g_is_kept_2(s, from_67);
            }
            holds1 = !found1;
        }
        bool holds3 = holds1;
        if (holds3) {
            bool holds2 = (total1 == 0);
            if (!holds2) {
                bool found2 = false;
                for (uint64_t left3 = 0xfc0ull; left3 && !found2; left3 &= left3 - 1) {
                    int from_116 = pt_lowest(left3);
                    found2 = s->count[from_116] > 0;
                }
                holds2 = !found2;
            }
            holds3 = holds2;
        }
        if (holds3 || (s->counter >= 99)) {
            int total2 = 0;
            for (uint64_t left4 = 0x3full; left4; left4 &= left4 - 1) {
                int site_117 = pt_lowest(left4);
                total2 += s->count[site_117];
            }
            int score_1 = s->score[1] + total2;
            s->score[1] = score_1;
            int total3 = 0;
            for (uint64_t left5 = 0xfc0ull; left5; left5 &= left5 - 1) {
                int site_119 = pt_lowest(left5);
                total3 += s->count[site_119];
            }
            int score_2 = s->score[2] + total3;
            s->score[2] = score_2;
            s->ranks[1] = 2 + (2 * (score_1 < score_2)) + (score_2 == score_1);
            s->ranks[2] = 1 + (2 * (score_2 < score_1)) + (score_1 == score_2) + 1;
            s->over = 1;
        }
        s->counter++;
    } else {
        int total5 = 0;
        for (uint64_t left9 = 0x3full; left9; left9 &= left9 - 1) {
            int site_2 = pt_lowest(left9);
            total5 += s->count[site_2];
        }
        bool holds7 = (total5 != 0);
        if (!holds7) {
            bool found5 = false;
            for (uint64_t left10 = 0xfc0ull; left10 && !found5; left10 &= left10 - 1) {
                int from_67 = pt_lowest(left10);
                found5 = (s->count[from_67] > 0) && g_is_kept_2(s, from_67);
            }
            holds7 = !found5;
        }
        bool holds9 = holds7;
        if (holds9) {
            bool holds8 = (total5 == 0);
            if (!holds8) {
                bool found6 = false;
                for (uint64_t left11 = 0xfc0ull; left11 && !found6; left11 &= left11 - 1) {
                    int from_116 = pt_lowest(left11);
                    found6 = s->count[from_116] > 0;
                }
                holds8 = !found6;
            }
            holds9 = holds8;
        }
        if (holds9 || (s->counter >= 99)) {
            int total6 = 0;
            for (uint64_t left12 = 0x3full; left12; left12 &= left12 - 1) {
                int site_117 = pt_lowest(left12);
                total6 += s->count[site_117];
            }
            int score_3 = s->score[1] + total6;
            s->score[1] = score_3;
            int total7 = 0;
            for (uint64_t left13 = 0xfc0ull; left13; left13 &= left13 - 1) {
                int site_119 = pt_lowest(left13);
                total7 += s->count[site_119];
            }
            int score_4 = s->score[2] + total7;
            s->score[2] = score_4;
            s->ranks[1] = 2 + (2 * (score_3 < score_4)) + (score_4 == score_3);
            s->ranks[2] = 1 + (2 * (score_4 < score_3)) + (score_3 == score_4) + 1;
            s->over = 1;
            s->counter++;
        } else if ((s->turns >= 2500) || (s->moves >= 10000)) {
            s->ranks[1] = 3;
            s->ranks[2] = 3;
            s->over = 1;
            s->counter++;
        } else {
            s->counter++;
            s->mover = 2;
            s->turns++;
        }
    }
}

/* forced pass, and the end of the turn */
static void g_play_forced_pass_1(State *s, int source_125, int target_126) {
    s->pass_run++;
    s->moves++;
    if (s->score[1] > 24) {
        s->ranks[1] = 2;
        s->ranks[2] = 4;
        s->over = 1;
        int total1 = 0;
        for (uint64_t left1 = 0x3full; left1; left1 &= left1 - 1) {
            int site_2 = pt_lowest(left1);
            total1 += s->count[site_2];
        }
        bool holds1 = (total1 != 0);
        if (!holds1) {
            bool found1 = false;
            for (uint64_t left2 = 0xfc0ull; left2 && !found1; left2 &= left2 - 1) {
                int from_67 = pt_lowest(left2);
                found1 = (s->count[from_67] > 0) && g_is_kept_2(s, from_67);
            }
            holds1 = !found1;
        }
        bool holds3 = holds1;
        if (holds3) {
            bool holds2 = (total1 == 0);
            if (!holds2) {
                bool found2 = false;
                for (uint64_t left3 = 0xfc0ull; left3 && !found2; left3 &= left3 - 1) {
                    int from_116 = pt_lowest(left3);
                    found2 = s->count[from_116] > 0;
                }
                holds2 = !found2;
            }
            holds3 = holds2;
        }
        if (holds3 || (s->counter >= 99)) {
            int total2 = 0;
            for (uint64_t left4 = 0x3full; left4; left4 &= left4 - 1) {
                int site_127 = pt_lowest(left4);
                total2 += s->count[site_127];
            }
            int score_1 = s->score[1] + total2;
            s->score[1] = score_1;
            int total3 = 0;
            for (uint64_t left5 = 0xfc0ull; left5; left5 &= left5 - 1) {
                int site_129 = pt_lowest(left5);
                total3 += s->count[site_129];
            }
            int score_2 = s->score[2] + total3;
            s->score[2] = score_2;
            s->ranks[1] = 2 + (2 * (score_1 < score_2)) + (score_2 == score_1);
            s->ranks[2] = 1 + (2 * (score_2 < score_1)) + (score_1 == score_2) + 1;
            s->over = 1;
        }
        s->counter++;
    } else {
        int total5 = 0;
        for (uint64_t left9 = 0x3full; left9; left9 &= left9 - 1) {
            int site_2 = pt_lowest(left9);
            total5 += s->count[site_2];
        }
        bool holds7 = (total5 != 0);
        if (!holds7) {
            bool found5 = false;
            for (uint64_t left10 = 0xfc0ull; left10 && !found5; left10 &= left10 - 1) {
                int from_67 = pt_lowest(left10);
                found5 = (s->count[from_67] > 0) && g_is_kept_2(s, from_67);
            }
            holds7 = !found5;
        }
        bool holds9 = holds7;
        if (holds9) {
            bool holds8 = (total5 == 0);
            if (!holds8) {
                bool found6 = false;
                for (uint64_t left11 = 0xfc0ull; left11 && !found6; left11 &= left11 - 1) {
                    int from_116 = pt_lowest(left11);
                    found6 = s->count[from_116] > 0;
                }
                holds8 = !found6;
            }
            holds9 = holds8;
        }
        if (holds9 || (s->counter >= 99)) {
            int total6 = 0;
            for (uint64_t left12 = 0x3full; left12; left12 &= left12 - 1) {
                int site_127 = pt_lowest(left12);
                total6 += s->count[site_127];
            }
            int score_3 = s->score[1] + total6;
            s->score[1] = score_3;
            int total7 = 0;
            for (uint64_t left13 = 0xfc0ull; left13; left13 &= left13 - 1) {
                int site_129 = pt_lowest(left13);
                total7 += s->count[site_129];
            }
            int score_4 = s->score[2] + total7;
            s->score[2] = score_4;
            s->ranks[1] = 2 + (2 * (score_3 < score_4)) + (score_4 == score_3);
            s->ranks[2] = 1 + (2 * (score_4 < score_3)) + (score_3 == score_4) + 1;
            s->over = 1;
            s->counter++;
        } else if (s->pass_run >= 2) {
            s->ranks[1] = 3;
            s->ranks[2] = 3;
            s->over = 1;
            s->counter++;
        } else if ((s->turns >= 2500) || (s->moves >= 10000)) {
            s->ranks[1] = 3;
            s->ranks[2] = 3;
            s->over = 1;
            s->counter++;
        } else {
            s->counter++;
            s->mover = 2;
            s->turns++;
        }
    }
}

static bool g_is_kept(const State *s, int from_15) {
    bool holds_16 = false;
    {
        State copy1;
        g_copy(&copy1, s);
        {
            State *s = &copy1;
            g_do_select(s, from_15, from_15);
            int total1 = 0;
            for (uint64_t left1 = 0xfc0ull; left1; left1 &= left1 - 1) {
                int site_14 = pt_lowest(left1);
                total1 += s->count[site_14];
            }
            holds_16 = total1 > 0;
        }
    }
    return holds_16;
}

/* Oware.lud:14 (used at Oware.lud:42) select, and the end of the turn */
static void g_play_select_2(State *s, int source_178, int from_134) {
    g_do_select_2(s, source_178, from_134);
    if (s->score[2] > 24) {
        s->ranks[2] = 2;
        s->ranks[1] = 4;
        s->over = 1;
        int total1 = 0;
        for (uint64_t left1 = 0xfc0ull; left1; left1 &= left1 - 1) {
            int site_2 = pt_lowest(left1);
            total1 += s->count[site_2];
        }
        bool holds1 = (total1 != 0);
        if (!holds1) {
            bool found1 = false;
            for (uint64_t left2 = 0x3full; left2 && !found1; left2 &= left2 - 1) {
                int from_180 = pt_lowest(left2);
                found1 = (s->count[from_180] > 0) && g_is_kept(s, from_180);
            }
            holds1 = !found1;
        }
        bool holds3 = holds1;
        if (holds3) {
            bool holds2 = (total1 == 0);
            if (!holds2) {
                bool found2 = false;
                for (uint64_t left3 = 0x3full; left3 && !found2; left3 &= left3 - 1) {
                    int from_224 = pt_lowest(left3);
                    found2 = s->count[from_224] > 0;
                }
                holds2 = !found2;
            }
            holds3 = holds2;
        }
        if (holds3 || (s->counter >= 99)) {
            int total2 = 0;
            for (uint64_t left4 = 0x3full; left4; left4 &= left4 - 1) {
                int site_225 = pt_lowest(left4);
                total2 += s->count[site_225];
            }
            int score_1 = s->score[1] + total2;
            s->score[1] = score_1;
            int total3 = 0;
            for (uint64_t left5 = 0xfc0ull; left5; left5 &= left5 - 1) {
                int site_227 = pt_lowest(left5);
                total3 += s->count[site_227];
            }
            int score_2 = s->score[2] + total3;
            s->score[2] = score_2;
            s->ranks[1] = 2 + (2 * (score_1 < score_2)) + (score_2 == score_1);
            s->ranks[2] = 1 + (2 * (score_2 < score_1)) + (score_1 == score_2) + 1;
            s->over = 1;
        }
        s->counter++;
    } else {
        int total5 = 0;
        for (uint64_t left9 = 0xfc0ull; left9; left9 &= left9 - 1) {
            int site_2 = pt_lowest(left9);
            total5 += s->count[site_2];
        }
        bool holds7 = (total5 != 0);
        if (!holds7) {
            bool found5 = false;
            for (uint64_t left10 = 0x3full; left10 && !found5; left10 &= left10 - 1) {
                int from_180 = pt_lowest(left10);
                found5 = (s->count[from_180] > 0) && g_is_kept(s, from_180);
            }
            holds7 = !found5;
        }
        bool holds9 = holds7;
        if (holds9) {
            bool holds8 = (total5 == 0);
            if (!holds8) {
                bool found6 = false;
                for (uint64_t left11 = 0x3full; left11 && !found6; left11 &= left11 - 1) {
                    int from_224 = pt_lowest(left11);
                    found6 = s->count[from_224] > 0;
                }
                holds8 = !found6;
            }
            holds9 = holds8;
        }
        if (holds9 || (s->counter >= 99)) {
            int total6 = 0;
            for (uint64_t left12 = 0x3full; left12; left12 &= left12 - 1) {
                int site_225 = pt_lowest(left12);
                total6 += s->count[site_225];
            }
            int score_3 = s->score[1] + total6;
            s->score[1] = score_3;
            int total7 = 0;
            for (uint64_t left13 = 0xfc0ull; left13; left13 &= left13 - 1) {
                int site_227 = pt_lowest(left13);
                total7 += s->count[site_227];
            }
            int score_4 = s->score[2] + total7;
            s->score[2] = score_4;
            s->ranks[1] = 2 + (2 * (score_3 < score_4)) + (score_4 == score_3);
            s->ranks[2] = 1 + (2 * (score_4 < score_3)) + (score_3 == score_4) + 1;
            s->over = 1;
            s->counter++;
        } else if ((s->turns >= 2500) || (s->moves >= 10000)) {
            s->ranks[1] = 3;
            s->ranks[2] = 3;
            s->over = 1;
            s->counter++;
        } else {
            s->counter++;
            s->mover = 1;
            s->turns++;
        }
    }
}

/* forced pass, and the end of the turn */
static void g_play_forced_pass_2(State *s, int source_233, int target_234) {
    s->pass_run++;
    s->moves++;
    if (s->score[2] > 24) {
        s->ranks[2] = 2;
        s->ranks[1] = 4;
        s->over = 1;
        int total1 = 0;
        for (uint64_t left1 = 0xfc0ull; left1; left1 &= left1 - 1) {
            int site_2 = pt_lowest(left1);
            total1 += s->count[site_2];
        }
        bool holds1 = (total1 != 0);
        if (!holds1) {
            bool found1 = false;
            for (uint64_t left2 = 0x3full; left2 && !found1; left2 &= left2 - 1) {
                int from_180 = pt_lowest(left2);
                found1 = (s->count[from_180] > 0) && g_is_kept(s, from_180);
            }
            holds1 = !found1;
        }
        bool holds3 = holds1;
        if (holds3) {
            bool holds2 = (total1 == 0);
            if (!holds2) {
                bool found2 = false;
                for (uint64_t left3 = 0x3full; left3 && !found2; left3 &= left3 - 1) {
                    int from_224 = pt_lowest(left3);
                    found2 = s->count[from_224] > 0;
                }
                holds2 = !found2;
            }
            holds3 = holds2;
        }
        if (holds3 || (s->counter >= 99)) {
            int total2 = 0;
            for (uint64_t left4 = 0x3full; left4; left4 &= left4 - 1) {
                int site_235 = pt_lowest(left4);
                total2 += s->count[site_235];
            }
            int score_1 = s->score[1] + total2;
            s->score[1] = score_1;
            int total3 = 0;
            for (uint64_t left5 = 0xfc0ull; left5; left5 &= left5 - 1) {
                int site_237 = pt_lowest(left5);
                total3 += s->count[site_237];
            }
            int score_2 = s->score[2] + total3;
            s->score[2] = score_2;
            s->ranks[1] = 2 + (2 * (score_1 < score_2)) + (score_2 == score_1);
            s->ranks[2] = 1 + (2 * (score_2 < score_1)) + (score_1 == score_2) + 1;
            s->over = 1;
        }
        s->counter++;
    } else {
        int total5 = 0;
        for (uint64_t left9 = 0xfc0ull; left9; left9 &= left9 - 1) {
            int site_2 = pt_lowest(left9);
            total5 += s->count[site_2];
        }
        bool holds7 = (total5 != 0);
        if (!holds7) {
            bool found5 = false;
            for (uint64_t left10 = 0x3full; left10 && !found5; left10 &= left10 - 1) {
                int from_180 = pt_lowest(left10);
                found5 = (s->count[from_180] > 0) && g_is_kept(s, from_180);
            }
            holds7 = !found5;
        }
        bool holds9 = holds7;
        if (holds9) {
            bool holds8 = (total5 == 0);
            if (!holds8) {
                bool found6 = false;
                for (uint64_t left11 = 0x3full; left11 && !found6; left11 &= left11 - 1) {
                    int from_224 = pt_lowest(left11);
                    found6 = s->count[from_224] > 0;
                }
                holds8 = !found6;
            }
            holds9 = holds8;
        }
        if (holds9 || (s->counter >= 99)) {
            int total6 = 0;
            for (uint64_t left12 = 0x3full; left12; left12 &= left12 - 1) {
                int site_235 = pt_lowest(left12);
                total6 += s->count[site_235];
            }
            int score_3 = s->score[1] + total6;
            s->score[1] = score_3;
            int total7 = 0;
            for (uint64_t left13 = 0xfc0ull; left13; left13 &= left13 - 1) {
                int site_237 = pt_lowest(left13);
                total7 += s->count[site_237];
            }
            int score_4 = s->score[2] + total7;
            s->score[2] = score_4;
            s->ranks[1] = 2 + (2 * (score_3 < score_4)) + (score_4 == score_3);
            s->ranks[2] = 1 + (2 * (score_4 < score_3)) + (score_3 == score_4) + 1;
            s->over = 1;
            s->counter++;
        } else if (s->pass_run >= 2) {
            s->ranks[1] = 3;
            s->ranks[2] = 3;
            s->over = 1;
            s->counter++;
        } else if ((s->turns >= 2500) || (s->moves >= 10000)) {
            s->ranks[1] = 3;
            s->ranks[2] = 3;
            s->over = 1;
            s->counter++;
        } else {
            s->counter++;
            s->mover = 1;
            s->turns++;
        }
    }
}

/* the legal moves */
static void g_candidates(const State *s, Moves *out) {
    if (s->over != 0) {
        return;
    }
    if (s->mover == 1) {
        int total1 = 0;
        for (uint64_t left1 = 0xfc0ull; left1; left1 &= left1 - 1) {
            int site_13 = pt_lowest(left1);
            total1 += s->count[site_13];
        }
        if (total1 == 0) {
            for (uint64_t left2 = 0x3full; left2; left2 &= left2 - 1) {
                int from_15 = pt_lowest(left2);
                if (s->count[from_15] > 0) {
                    pt_emit(out, (Move){KIND_select_1, from_15, from_15});
                }
            }
        } else {
            for (uint64_t left3 = 0x3full; left3; left3 &= left3 - 1) {
                int from_123 = pt_lowest(left3);
                if (s->count[from_123] > 0) {
                    pt_emit(out, (Move){KIND_select_1, from_123, from_123});
                }
            }
        }
        if ((int)out->count == 0) {
            pt_emit(out, (Move){KIND_forced_pass_1, -1, -1});
        }
    } else if (s->mover == 2) {
        int total2 = 0;
        for (uint64_t left4 = 0x3full; left4; left4 &= left4 - 1) {
            int site_133 = pt_lowest(left4);
            total2 += s->count[site_133];
        }
        if (total2 == 0) {
            for (uint64_t left5 = 0xfc0ull; left5; left5 &= left5 - 1) {
                int from_134 = pt_lowest(left5);
                if (s->count[from_134] > 0) {
                    pt_emit(out, (Move){KIND_select_2, from_134, from_134});
                }
            }
        } else {
            for (uint64_t left6 = 0xfc0ull; left6; left6 &= left6 - 1) {
                int from_231 = pt_lowest(left6);
                if (s->count[from_231] > 0) {
                    pt_emit(out, (Move){KIND_select_2, from_231, from_231});
                }
            }
        }
        if ((int)out->count == 0) {
            pt_emit(out, (Move){KIND_forced_pass_2, -1, -1});
        }
    }
}

/* tests Oware.lud:14 (used at Oware.lud:42) select, and the end of the turn */
static bool g_is_legal_select_1(const State *s, int source_64, int from_15) {
    if (s->mover == 1) {
        int total1 = 0;
        for (uint64_t left1 = 0xfc0ull; left1; left1 &= left1 - 1) {
            int site_13 = pt_lowest(left1);
            total1 += s->count[site_13];
        }
        if (total1 == 0) {
            bool holds_16_t3 = false;
            {
                State copy1;
                g_copy(&copy1, s);
                {
                    State *s = &copy1;
                    g_do_select(s, source_64, source_64);
                    int total2 = 0;
                    for (uint64_t left2 = 0xfc0ull; left2; left2 &= left2 - 1) {
                        int site_14_t3 = pt_lowest(left2);
                        total2 += s->count[site_14_t3];
                    }
                    holds_16_t3 = total2 > 0;
                }
            }
            if (!holds_16_t3) {
                return false;
            }
            return true;
        } else {
            return true;
        }
    } else {
        return true;
    }
}

/* tests Oware.lud:14 (used at Oware.lud:42) select, and the end of the turn */
static bool g_is_legal_select_2(const State *s, int source_178, int from_134) {
    if (s->mover == 1) {
        return true;
    } else if (s->mover == 2) {
        int total1 = 0;
        for (uint64_t left1 = 0x3full; left1; left1 &= left1 - 1) {
            int site_133 = pt_lowest(left1);
            total1 += s->count[site_133];
        }
        if (total1 == 0) {
            bool holds_68_t4 = false;
            {
                State copy1;
                g_copy(&copy1, s);
                {
                    State *s = &copy1;
                    g_do_select_2(s, source_178, source_178);
                    int total2 = 0;
                    for (uint64_t left2 = 0x3full; left2; left2 &= left2 - 1) {
                        int site_66_t4 = pt_lowest(left2);
                        total2 += s->count[site_66_t4];
                    }
                    holds_68_t4 = total2 > 0;
                }
            }
            if (!holds_68_t4) {
                return false;
            }
            return true;
        } else {
            return true;
        }
    } else {
        return true;
    }
}

/* what stands in for moves where none is legal */
static void g_moves_instead(const State *s, Moves *out) {
    if (s->over != 0) {
        return;
    }
    if (s->mover == 1) {
        if ((int)out->count == 0) {
            pt_emit(out, (Move){KIND_forced_pass_1, -1, -1});
        }
    } else if (s->mover == 2) {
        if ((int)out->count == 0) {
            pt_emit(out, (Move){KIND_forced_pass_2, -1, -1});
        }
    }
}

/* Plays a move: what it does depends on its kind. */
static void g_play(State *s, Move move) {
    (void)s;
    switch (move.kind) {
    case KIND_select_1: g_play_select_1(s, move.from, move.to); break;
    case KIND_forced_pass_1: g_play_forced_pass_1(s, move.from, move.to); break;
    case KIND_select_2: g_play_select_2(s, move.from, move.to); break;
    case KIND_forced_pass_2: g_play_forced_pass_2(s, move.from, move.to); break;
    }
}

/* Applies an effect that was noted. */
static void g_apply(State *s, Effect move) {
    (void)s;
    switch (move.kind) {
    case KIND_effect_score: g_do_score(s, move.from, move.to, move.x[0]); break;
    case KIND_effect_remove: g_do_remove(s, move.from, move.to); break;
    case KIND_effect_set_counter: g_do_set_counter(s, move.from, move.to); break;
    case KIND_effect_score_2: g_do_score_2(s, move.from, move.to, move.x[0]); break;
    }
}

/* Whether a candidate is a legal move. */
static bool g_is_legal(State *s, Move move) {
    switch (move.kind) {
    case KIND_select_1:
        return g_is_legal_select_1(s, move.from, move.to);
    case KIND_select_2:
        return g_is_legal_select_2(s, move.from, move.to);
    default: return true;
    }
}

/* Lists the legal moves: the candidates that pass their tests. */
static void g_moves(State *s, Moves *out) {
    Move room[512];
    Moves list = {room, 0, 0, 512};
    do g_candidates(s, &list); while (pt_make_room(&list, room));
    for (uint32_t k = 0; k < list.count; k++) if (g_is_legal(s, list.moves[k])) pt_emit(out, list.moves[k]);
    if (list.moves != room) free(list.moves);
    if (!out->count) g_moves_instead(s, out);
}

/* Gives every field its initial value. */
static void g_initialise(State *s) {
    memset(s, 0, sizeof *s);
    s->empty = 0xfffull;
    s->counter = -1;
    s->turns = 1;
    s->pass_run = 1;
    s->mover = 1;
}

/* A number that equal positions share: pieces, who, count, mover, over, ranks, counter, score */
static uint64_t g_hash(const State *s) {
    uint64_t hash = 0;
    hash = pt_hash_bytes(hash, &s->pieces, sizeof s->pieces);
    hash = pt_hash_bytes(hash, &s->who, sizeof s->who);
    hash = pt_hash_bytes(hash, &s->count, sizeof s->count);
    hash = pt_hash_bytes(hash, &s->mover, sizeof s->mover);
    hash = pt_hash_bytes(hash, &s->over, sizeof s->over);
    hash = pt_hash_bytes(hash, &s->ranks, sizeof s->ranks);
    hash = pt_hash_bytes(hash, &s->counter, sizeof s->counter);
    hash = pt_hash_bytes(hash, &s->score, sizeof s->score);
    return hash;
}

