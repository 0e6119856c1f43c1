% Set B: the 42 features of appendix C.2, chosen by the F-test among thousands of generated ones.
% Two misprints are mended: f2952 had a head variable that nothing binds, f3255 asked one square to be owned and blank.

score_o(S) :- owns(o, S).
f10(S) :- legal_move(S, x).
f13(S) :- legal_move(S, o).
f26(S, T) :- bs(S, T, x).
f35(S, T, M) :- legal_move(S, x), bs(M, T, o), in_line(S, M, T).
f39(S, T) :- bs(S, T, o).
f140(S, D, T, U, M, Q) :-
    owns(o, S), blank(M), neighbor(M, D, Q), span_with_subspan(Q, T, D, o), neighbor(T, D, U), owns(x, U),
    in_line(S, M, T).
f143(S, D, T, U, M) :-
    owns(o, S), blank(M), neighbor(M, D, T), owns(o, T), neighbor(T, D, U), owns(x, U), in_line(S, M, T).
f162(T) :- bs(_S, T, x).
f265(S, D, T, U, M, Q) :-
    owns(x, S), blank(M), neighbor(M, D, Q), span_with_subspan(Q, T, D, x), neighbor(T, D, U), owns(o, U),
    in_line(S, M, T).
f268(S, D, T, U, M) :-
    owns(x, S), blank(M), neighbor(M, D, T), owns(x, T), neighbor(T, D, U), owns(o, U), in_line(S, M, T).
f287(T) :- bs(_S, T, o).
f421(S, D, T) :- owns(o, S), line(S, T, D).
f1278(S, D, T, U, M) :-
    owns(o, S), neighbor(M, D, T), owns(o, T), neighbor(T, D, U), owns(x, U), in_line(S, M, T).
f1316(S, D, T, U, M) :-
    owns(o, S), blank(M), neighbor(M, D, T), owns(o, T), neighbor(T, D, U), in_line(S, M, T).
f1571(S, D, T, U, M, Q) :-
    owns(o, S), blank(M), neighbor(M, D, Q), span_with_subspan(Q, T, D, o), neighbor(T, D, U), legal_move(U, x),
    in_line(S, M, T).
f1619(S, D, T, U, M) :-
    owns(o, S), blank(M), neighbor(M, D, T), owns(o, T), neighbor(T, D, U), legal_move(U, x), in_line(S, M, T).
f1665(S, D, T, U, M, Q) :-
    owns(o, S), blank(M), neighbor(M, D, Q), owns(o, Q), neighbor(Q, D, T), owns(o, T), neighbor(T, D, U), owns(x, U),
    in_line(S, M, T).
f1884(S, D, Next, M) :-
    owns(o, S), bs(M, T, x), line(M, S, D), neighbor(S, D, Next), line(Next, T, D).
f2124(S, M) :- legal_move(S, x), bs(M, T, o), in_line(S, M, T).
f2798(x, T) :- legal_move(S, x), bs(M, T, o), in_line(S, M, T).
f2951(S, D, T, U, M, Q) :-
    owns(x, S), blank(M), neighbor(M, D, Q), span_with_subspan(Q, T, D, x), neighbor(T, D, U), in_line(S, M, T).
f2952(S, D, T, U, M) :-
    owns(x, S), blank(M), neighbor(M, D, T), owns(x, T), neighbor(T, D, U), in_line(S, M, T).
f3196(x, D, T, U, M, Q) :-
    owns(x, S), blank(M), neighbor(M, D, Q), span_with_subspan(Q, T, D, x), neighbor(T, D, U), owns(o, U),
    in_line(S, M, T).
f3207(S, D, T, U, M, Q) :-
    owns(x, S), blank(M), neighbor(M, D, Q), span_with_subspan(Q, T, D, x), neighbor(T, D, U), legal_move(U, o),
    in_line(S, M, T).
f3255(S, D, T, U, M) :-
    owns(x, S), blank(M), neighbor(M, D, T), owns(x, T), neighbor(T, D, U), legal_move(U, o), in_line(S, M, T).
f3301(S, D, T, U, M, Q) :-
    owns(x, S), blank(M), neighbor(M, D, Q), owns(x, Q), neighbor(Q, D, T), owns(x, T), neighbor(T, D, U), owns(o, U),
    in_line(S, M, T).
f3504(S, D, T) :- owns(x, S), line(S, T, D).
f3522(S, D, T, Next) :-
    owns(x, S), bs(M, T, o), line(M, S, D), neighbor(S, D, Next), line(Next, T, D).
f3881(S, D, T, U, M) :- neighbor(M, D, T), owns(o, T), neighbor(T, D, U), owns(x, U), in_line(S, M, T).
f4166(S, D, T, U, M) :- blank(M), neighbor(M, D, T), neighbor(T, D, U), owns(x, U), in_line(S, M, T).
f4176(S, D, T, U, M) :-
    blank(M), neighbor(M, D, T), legal_move(T, o), neighbor(T, D, U), owns(x, U), in_line(S, M, T).
f4841(S, D, T) :- legal_move(S, o), line(S, T, D).
f4939(S, D, T, M) :- owns(o, S), neighbor(M, D, S), line(S, T, D).
f4943(o, D, T) :- owns(o, S), line(S, T, D).
f5041(o) :- owns(o, S), in_line(S, _M, _T).
f5672(o, T) :- legal_move(S, o), bs(M, T, x), in_line(S, M, T).
f5702(S, D, T, M) :- legal_move(S, o), bs(M, T, x), line(M, S, D), line(S, T, D).
f5732(S, D, T, U, M) :-
    legal_move(S, o), blank(M), neighbor(M, D, T), owns(o, T), neighbor(T, D, U), owns(x, U), in_line(S, M, T).
f5825(S, D, T, U, M, Q) :-
    owns(o, S), blank(M), neighbor(M, D, Q), span_with_subspan(Q, T, D, o), neighbor(T, D, U), in_line(S, M, T).
f6070(D, T, U, M, Q) :-
    owns(o, S), blank(M), neighbor(M, D, Q), span_with_subspan(Q, T, D, o), neighbor(T, D, U), owns(x, U),
    in_line(S, M, T).
f6172(S, V, D, T, U, M, Q) :-
    owns(o, S), blank(M), neighbor(M, D, Q), owns(o, Q), neighbor(Q, D, V), span_with_subspan(V, T, D, o),
    neighbor(T, D, U), owns(x, U), in_line(S, M, T).
