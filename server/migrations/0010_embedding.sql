-- The sites that may show a workspace's public pages in a frame: null is any, none is an empty list.
alter table workspace add column embed_origins text[];
