import type { ReactNode } from 'react';

export const SettingsSection = ({
  id,
  title,
  text,
  children,
}: {
  id: string;
  title: string;
  text?: string;
  children: ReactNode;
}) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    tabIndex={-1}
    className="scroll-mt-36 border-t border-ink-800 py-10 outline-none first:border-t-0 first:pt-0 fluid:scroll-mt-28"
  >
    <h2 id={`${id}-title`} className="text-xl font-semibold tracking-tight">
      {title}
    </h2>
    {text && <p className="mt-1 text-ink-400">{text}</p>}
    <div className="mt-6 flex flex-col gap-8">{children}</div>
  </section>
);

/** A setting with its state at the right; its form opens below. */
export const Setting = ({
  title,
  text,
  badge,
  action,
  children,
}: {
  title: string;
  text?: ReactNode;
  badge?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) => (
  <div className="flex flex-col gap-4">
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {title}
          {badge}
        </h3>
        {text && <div className="mt-1 text-ink-200 wrap-anywhere">{text}</div>}
      </div>
      {action}
    </div>
    {children}
  </div>
);
