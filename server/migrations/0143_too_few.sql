-- A seller who holds fewer copies than a sale offers, but some: they can continue it with those.
update offer set invalid_reason = 'TOO_FEW' from ownership held
where offer.type = 'SALE' and offer.status = 'INVALID' and offer.invalid_reason = 'NOT_OWNER'
  and held.token_uuid = offer.token_uuid and held.owner = offer.maker and held.quantity > held.escrowed;
