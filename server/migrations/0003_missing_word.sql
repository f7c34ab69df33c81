-- Keys that a page asked for and no language file has, as browsers report them.
create table missing_word (
  language text not null,
  namespace text not null,
  key text not null,
  -- What the page showed instead.
  shown text not null,
  reports integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (language, namespace, key)
);
