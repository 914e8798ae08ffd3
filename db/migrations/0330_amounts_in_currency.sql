-- Bill limits and prices of memberships have no more decimals than their currency.
update country set visit_limit = nullif(round(visit_limit, decimals), 0) where visit_limit <> round(visit_limit, decimals);
update membership_price p set price = round(p.price, c.decimals), renewal_price = round(p.renewal_price, c.decimals)
from (select currency, max(decimals) as decimals from country where deleted_at is null group by currency) c
where c.currency = p.currency and (p.price, p.renewal_price) <> (round(p.price, c.decimals), round(p.renewal_price, c.decimals));
