import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.js'

type SettingSectionProps = { title: string; about: string; className?: string; children: ReactNode }

/** Settings under a heading. */
export function SettingSection({ title, about, className, children }: SettingSectionProps) {
  return (
    <section aria-label={title} className={classes('flex flex-col gap-5 border-line', className)}>
      <div>
        <h2 className="font-medium">{title}</h2>
        <p className="text-sm text-quiet">{about}</p>
      </div>
      {children}
    </section>
  )
}
