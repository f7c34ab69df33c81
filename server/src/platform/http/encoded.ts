import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';
/** A response's text, and its compressed forms: each is made when a client first asks for it. */
export type Encodable = {
  text: string | Buffer;
  quality: number;
  encoded: Partial<Record<Encoding, Promise<Buffer>>> & { /** Of all forms that are made. */ bytes?: number };
};
/** The memory of a response's text and its compressed forms. */
export const heldBytesOf = ({ text, encoded }: Encodable): number => text.length + (encoded.bytes ?? 0);

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The encoding for an Accept-Encoding header; undefined if there is none that we make. */
export const encodingOf = (accepted = ''): Encoding | undefined =>
  /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined;

/**
 * The parameters of brotli at a quality. A window of 256 KB compresses a page as well as the default of 4 MB, whose memory
 * Node reports to V8: that collected its whole heap three times as often.
 */
export const brotliParams = (quality: number): Record<number, number> => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_LGWIN]: 18,
});

/** The compressed text, made once; brotli at the body's quality. */
export const encode = ({ text, quality, encoded }: Encodable, encoding: Encoding): Promise<Buffer> =>
  (encoded[encoding] ??= (encoding === 'br' ? brotli(text, { params: brotliParams(quality) }) : gzipped(text)).then(
    (form) => {
      encoded.bytes = (encoded.bytes ?? 0) + form.length;
      return form;
    },
  ));
