import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Chain } from './chain.ts';
import type { Database } from './database.ts';
import type { ManagedProcess } from './managed-process.ts';
import type { Service } from './services.ts';
import { messageOf, StackError } from './stack-error.ts';

const WINDOW_MS = 60_000;
const MOST_RESTARTS = 5;

/** The supervised parts and the callbacks. */
export interface Watched {
  database: Database | undefined;
  chain: Chain | undefined;
  services: Service[];
  /** Prints a line, such as that a part was restarted. */
  say: (text: string) => void;
  /** Called when a part keeps ending or cannot be restarted. */
  onGivingUp: (error: StackError) => void;
  /** Development mode: a part that keeps ending waits for the next change of the code instead. */
  patient: boolean;
  /** The pause before a first restart, doubled with each end within a minute. Default 100 ms. */
  pauseMs?: number;
}

/** Restarts a part that ends by itself; gives up if it keeps ending. @returns a function that stops the supervision */
export function superviseParts(watched: Watched): () => void {
  let isOver = false;
  const attach = (process: ManagedProcess, again: () => Promise<void>) => {
    const ends: number[] = [];
    process.onUnexpectedExit = ({ code, signal }) => {
      if (isOver) return;
      const now = Date.now();
      // A kill from outside is not a fault of the part, so it does not count. (A watchdog reports it as exit code 137.)
      const isKilled = signal === 'SIGKILL' || code === 137;
      if (!isKilled) ends.push(now);
      while (ends[0] !== undefined && ends[0] < now - WINDOW_MS) ends.shift();
      const how = isKilled ? 'killed' : (signal ?? `code ${code}`);
      if (ends.length > MOST_RESTARTS) {
        if (watched.patient) {
          watched.say(`${process.spec.name} ended ${ends.length} times; it waits for a change (${process.logFile})`);
          return;
        }
        watched.onGivingUp(
          new StackError(
            `The ${process.spec.name} ended ${ends.length} times within a minute (${how}).\n${process.tail(20)}`,
            `Its whole log: ${process.logFile}`,
          ),
        );
        return;
      }
      watched.say(`${process.spec.name} ended by itself (${how}), starting it again`);
      setTimeout(
        () => {
          if (isOver) return;
          again().catch((error: unknown) =>
            watched.onGivingUp(
              new StackError(
                `The ${process.spec.name} could not be started again: ${messageOf(error)}`,
                `See ${process.logFile}.`,
              ),
            ),
          );
        },
        (watched.pauseMs ?? 100) * 2 ** ends.length,
      );
    };
  };
  const { database, chain } = watched;
  if (database) attach(database.process, () => database.process.start());
  if (chain) attach(chain.process, () => chain.recover());
  for (const service of watched.services) attach(service.process, () => service.start());
  return () => {
    isOver = true;
  };
}

/**
 * Development mode: restarts the server's processes when their code changes.
 * @returns a function that stops watching
 */
export function restartOnChange(root: string, services: Service[], say: (text: string) => void): () => void {
  const folders = ['server/src', 'schema/src', 'contracts/abi'].map((folder) => join(root, folder)).filter(existsSync);
  let timer: NodeJS.Timeout | undefined;
  let isRestarting = false;
  let isChangedAgain = false;
  const restart = async (file: string): Promise<void> => {
    if (isRestarting) {
      isChangedAgain = true;
      return;
    }
    isRestarting = true;
    const started = Date.now();
    await Promise.all(services.map((service) => service.restart()));
    say(
      `${file} changed: ${services.map((service) => service.name).join(' and ')} restarted in ${Date.now() - started} ms`,
    );
    isRestarting = false;
    if (isChangedAgain) {
      isChangedAgain = false;
      await restart(file);
    }
  };
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, file) => {
      if (!file || !/\.(ts|json|sql)$/.test(file) || file.endsWith('.test.ts')) return;
      clearTimeout(timer);
      timer = setTimeout(() => void restart(file), 150);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
