import type { ReactNode } from 'react'

/** A section of a screen: its topic, and next to it its form. */
export function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="@container border-b border-line px-4 py-6 last:border-b-0">
      <div className="grid gap-x-8 gap-y-3 @2xl:grid-cols-[14rem_minmax(0,28rem)]">
        <div>
          <h2 className="font-medium">{title}</h2>
          <p className="mt-1 text-sm text-pretty text-quiet">{about}</p>
        </div>
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
      </div>
    </section>
  )
}
