-- Keys that a page requested and no language file contains, as browsers report them.
create table missing_word (
  language text not null,
  namespace text not null,
  key text not null,
  -- The text that the page showed instead.
  shown text not null,
  reports integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (language, namespace, key)
);
