import type { ReactNode } from 'react'

/** A name and a value, in a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex max-w-full min-w-0 items-center gap-1.5">
      <dt className="shrink-0 text-quiet">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1">{children}</dd>
    </div>
  )
}
