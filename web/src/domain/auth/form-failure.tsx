/** Why a form was refused, in words, where screen readers hear it at once. */
export const FormFailure = ({ words }: { words: string | undefined }) => (
  <p role="alert" className={words ? 'whitespace-pre-line rounded-xl bg-ink-800 p-4 text-red-400' : 'sr-only'}>
    {words}
  </p>
);
