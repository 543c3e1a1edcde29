import type { ReactNode } from 'react'

/** A name and a value, in a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt className="text-quiet">{name}</dt>
      <dd className="flex items-center gap-1">{children}</dd>
    </div>
  )
}
