-- What an agent speaks and understands. The default is not written to the rows: the table is not rewritten.
alter table agent add column language text not null default 'en';
