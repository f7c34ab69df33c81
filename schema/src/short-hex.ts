/** `0x1234…abcd`: an address or a hash where it is only to be recognised. */
export const shortHex = (text: string): string => (text.length > 14 ? `${text.slice(0, 6)}…${text.slice(-4)}` : text);
/** The same within a sentence, where no line ends in it. */
export const shortHexInText = (text: string): string => shortHex(text).replace('…', '…\u2060');
