/** What is wrong with a number of units as text, as a key below `trade.field`; undefined if it is valid. */
export const quantityWrong = (
  quantity: string,
  most: number,
): 'required' | 'quantityMin' | 'quantityMax' | undefined => {
  if (quantity === '') return 'required';
  const units = Number(quantity);
  if (!Number.isInteger(units) || units < 1) return 'quantityMin';
  return units > most ? 'quantityMax' : undefined;
};
