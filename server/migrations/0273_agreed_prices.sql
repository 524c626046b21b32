-- Until now only the price of a link was kept, and that of the page was looked up when it was booked. From now on null is no price.
update booking_request r set price = p.price
from event_type p
where p.workspace_id = r.workspace_id and p.id = r.event_type_id and r.status = 'open' and r.price is null;

update waitlist_entry w set price = p.price
from scheduled_event e
join event_type p on p.workspace_id = e.workspace_id and p.id = e.event_type_id
where e.workspace_id = w.workspace_id and e.id = w.event_id and w.status = 'waiting' and w.price is null;
