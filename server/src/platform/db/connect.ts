import { join } from 'node:path';
import postgres from 'postgres';

type Options = postgres.Options<Record<string, postgres.PostgresType>>;

/** Takes a parameter out of an address. @returns the address without it, and its value */
export const takeParameter = (url: string, name: string): { url: string; value: string | undefined } => {
  // regexp: the names are constants of ours
  const [whole, before = '', value = ''] = new RegExp(`([?&])${name}=([^&#]*)&?`).exec(url) ?? [];
  if (whole === undefined) return { url, value: undefined };
  return {
    url: url.replace(whole, before).replace(/[?&]$/, ''),
    value: decodeURIComponent(value.replaceAll('+', ' ')),
  };
};

/**
 * Opens the driver for an address. As for PostgreSQL's own programs, the parameter `host` may be the folder of the server's
 * socket on this machine, through which a statement takes a fifth less of the process's time than through the network.
 */
export const connect = (address: string, options: Options) => {
  const { url, value: folder } = takeParameter(address, 'host');
  const path = folder && join(folder, `.s.PGSQL.${new URL(url).port || 5432}`);
  return postgres(url, path ? { ...options, path } : options);
};
