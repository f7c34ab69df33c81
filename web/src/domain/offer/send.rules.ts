import { receiverRefusal } from '../wallet/send-money.rules.ts';

/** A name of another service, such as `anna.eth`: what it stands for may change, so it is not looked up. */
const OUTSIDE_NAME = /^[^\s@]+\.\p{L}{2,}$/u;

/**
 * What a text in the field of the receiver is: an address, the beginning of a person's name (`person`), or why it is
 * neither. The server checks the address’s checksum.
 */
export const readReceiver = (
  text: string,
  own: string,
): 'address' | 'person' | 'missing' | 'malformed' | 'own' | 'outside' => {
  const typed = text.trim();
  if (typed === '' || /^0x/i.test(typed)) return receiverRefusal(typed, own) ?? 'address';
  return OUTSIDE_NAME.test(typed) ? 'outside' : 'person';
};
