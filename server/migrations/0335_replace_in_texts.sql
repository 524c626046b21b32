-- In every text of a JSON value, names of fields included. Numbers stay: one that has the digits of a phone number may be an amount.
create function replace_in_texts(value jsonb, pattern text, replacement text) returns jsonb
language plpgsql immutable parallel safe as $$
begin
  return case jsonb_typeof(value)
    when 'string' then to_jsonb(regexp_replace(value #>> '{}', pattern, replacement, 'gi'))
    when 'array' then (
      select coalesce(jsonb_agg(replace_in_texts(element, pattern, replacement) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as list (element, place))
    when 'object' then (
      select coalesce(jsonb_object_agg(regexp_replace(key, pattern, replacement, 'gi'),
        replace_in_texts(field, pattern, replacement)), '{}')
      from jsonb_each(value) as fields (key, field))
    else value
  end;
end $$;
