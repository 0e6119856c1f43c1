% Set A: the 18 features of appendix C.1, for black (x) and white (o). The value of each is the number of its solutions.

discs_x(S) :- square(S), owns(x, S).
discs_o(S) :- square(S), owns(o, S).
moves_x(S) :- legal_move(S, x).
moves_o(S) :- legal_move(S, o).
% discs on the line of a move of the opponent
axes_x(A, B, C) :- owns(x, A), bs(B, C, o), in_line(A, B, C).
axes_o(A, B, C) :- owns(o, A), bs(B, C, x), in_line(A, B, C).
% corners owned, and corners that can be taken
aaas_x(S) :- owns(x, S), corner(S).
aaas_o(S) :- owns(o, S), corner(S).
pre_aaas_x(S) :- corner(S), legal_move(S, x).
pre_aaas_o(S) :- corner(S), legal_move(S, o).
% predecessors of frontier directions
pfd_x(C) :- blank(A), neighbor(A, C, D), owns(o, D), neighbor(D, C, E), owns(x, E).
pfd_o(C) :- blank(A), neighbor(A, C, D), owns(x, D), neighbor(D, C, E), owns(o, E).
% blank squares at the frontier; ends of spans that begin there; the frontier by square and direction
srf_x(A) :- blank(A), neighbor(A, C, D), owns(o, D), neighbor(D, C, _E).
srf_o(A) :- blank(A), neighbor(A, C, D), owns(x, D), neighbor(D, C, _E).
sre_x(E) :- blank(A), neighbor(A, C, D), span(D, E, C, o), neighbor(E, C, _F).
sre_o(E) :- blank(A), neighbor(A, C, D), span(D, E, C, x), neighbor(E, C, _F).
srse_x(A, C) :- blank(A), neighbor(A, C, D), owns(o, D), neighbor(D, C, _E).
srse_o(A, C) :- blank(A), neighbor(A, C, D), owns(x, D), neighbor(D, C, _E).
