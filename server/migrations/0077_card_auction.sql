-- Cards from before auctions existed have no such field: lists return the cards' JSON as it is stored.
update token set card = card || '{"auction": null}' where not card ? 'auction';
