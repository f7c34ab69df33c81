import { USERNAME_MAX } from '@skarb/schema/limits';

/** Lifetime of a confirmation link: 24 hours. */
export const CONFIRM_SECONDS = 24 * 3600;
/** Lifetime of a password reset link: one hour. */
export const RESET_SECONDS = 3600;
/** A reset of the password offers to remove the sign-in methods of this many days. */
export const LATE_WAY_DAYS = 30;
/** How long a step-up allows changes of sign-in methods: 5 minutes. */
export const PROOF_SECONDS = 300;
/** Lifetime of an SMS code, and how many tries it allows. */
export const PHONE_CODE_SECONDS = 600;
export const PHONE_CODE_TRIES = 5;

// Usernames --------------------------------------------------------------------------------

const QUALITIES =
  'amber ancient autumn azure bold bright calm cedar clever coral crimson crystal dawn deep eager early ember fair gentle gilded golden grand hidden honest indigo ivory jade kind lilac lively lucky lunar mellow misty noble olive patient pearl quiet rapid rosy royal rustic scarlet serene silver silent solar starry steady summer swift tender velvet violet warm wild winter wise'.split(
    ' ',
  );
const THINGS =
  'acorn anchor arrow atlas bear beacon birch bison canvas castle clover comet crane cricket dolphin eagle easel falcon fern finch forest fox garden harbor hawk heron island juniper kite lantern lark linden lynx maple meadow moon mural oak orchard otter owl palette panther pine poppy raven reef river robin sail sparrow spruce stork stream swan thistle tide violin walnut willow wolf wren'.split(
    ' ',
  );

/** A readable name such as `amber_heron_42`. @param random returns a number in [0, 1) */
export const inventUsername = (random: () => number): string => {
  const pick = (words: string[]) => words[Math.floor(random() * words.length)];
  return `${pick(QUALITIES)}_${pick(THINGS)}_${10 + Math.floor(random() * 990)}`;
};

/** Names to try, in order: the requested one, the requested one with a number, then generated ones. */
export function* usernameCandidates(preferred: string | null, random: () => number): Generator<string> {
  if (preferred !== null) {
    yield preferred;
    for (let number = 2; number < 6; number++) yield `${[...preferred].slice(0, USERNAME_MAX - 2).join('')}_${number}`;
    const stem = preferred.slice(0, USERNAME_MAX - 6);
    yield `${stem}_${10_000 + Math.floor(random() * 90_000)}`;
  }
  for (let tries = 0; tries < 20; tries++) yield inventUsername(random);
}
