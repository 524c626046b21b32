-- Locations of a page have an id, by which a booking can name one of several of a type.
alter table event_type disable trigger touch;
update event_type set locations = (
  select jsonb_agg(
    jsonb_build_object('id', left(encode(sha256(convert_to(event_type.id || ' ' || place, 'UTF8')), 'hex'), 10)) || location
    order by place)
  from jsonb_array_elements(locations) with ordinality as given (location, place))
where locations <> '[]';
alter table event_type enable trigger touch;

-- A payment has a state. Null is the state `none`: there is no price.
-- batches of invitee
do $$
begin
  if exists (select from invitee where payment is not null and not payment ? 'state' and :batch) then
    alter table invitee disable trigger touch;
    update invitee set payment = payment - 'status' || '{"state": "pending"}'
    where payment is not null and not payment ? 'state' and :batch;
    alter table invitee enable trigger touch;
  end if;
end $$;
-- next transaction
alter table invitee add constraint invitee_payment_state
  check (payment is null or payment ->> 'state' in ('pending', 'paid', 'refunded')) not valid;
-- next transaction
alter table invitee validate constraint invitee_payment_state;
