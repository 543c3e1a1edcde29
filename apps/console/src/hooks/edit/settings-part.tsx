import type { ReactNode } from 'react'

type SettingsPartProps = { title: string; about: ReactNode; children: ReactNode }

/** A part of a hook's settings below its form: what it is, and a button. */
export function SettingsPart({ title, about, children }: SettingsPartProps) {
  return (
    <section
      aria-label={title}
      className="flex max-w-xl flex-wrap items-center justify-between gap-3 border-t border-line pt-6"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-medium">{title}</h2>
        <p className="text-sm text-quiet">{about}</p>
      </div>
      {children}
    </section>
  )
}
