-- What it costs to evaluate, and more: a list that reads the tokens of a link and those of `token_terms` together must never
-- evaluate it for each token of the link. Otherwise plans do so above two million tokens, where a search of that index looks as
-- expensive. A migration that replaces the function repeats this cost.
alter function token_terms(tsvector, text, uuid, uuid, text, uuid, uuid) cost 100000;
