-- When the plan was what the last report of billing says, by the clock of billing: reports may come late and out of order.
alter table workspace add column plan_reported_at timestamptz;
