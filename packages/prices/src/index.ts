export { type OwnPrice, OwnPricesError, readOwnPrices } from './own-price.ts';
export { createPriceList } from './price-list.ts';
