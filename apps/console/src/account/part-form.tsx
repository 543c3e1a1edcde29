import type { ReactNode } from 'react'
import { FormError } from '../server/states.js'
import { Button } from '../ui/button.js'

type PartFormProps = {
  action: string
  busy: boolean
  error: unknown
  onSubmit: () => void
  children: ReactNode
}

/** The fields of a section, saved together, with the error if saving fails. */
export function PartForm({ action, busy, error, onSubmit, children }: PartFormProps) {
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
      className="flex flex-col gap-4"
    >
      {children}
      {error ? <FormError error={error} /> : null}
      <div>
        <Button type="submit" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}
