-- Phones in the digits of Indian scripts were stored without those digits, so their orders could not be tracked by phone.
-- The owner is subject to the forced row-level security too.
ALTER TABLE orders NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE orders
SET contact_phone = right(
  regexp_replace(
    translate(
      shipping_address ->> 'phone',
      '०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹０１２３４５６７８９',
      '012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789'
    ),
    '[^0-9]', '', 'g'
  ),
  10
)
WHERE shipping_address ->> 'phone' ~ '[०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹０１２３４５６７８９]';
--> statement-breakpoint
ALTER TABLE orders FORCE ROW LEVEL SECURITY;
