import { messageOf } from '../../data/client/errors.js'

/** What was refused, in the server's words, beside what was pressed. */
export function FormError({ error }: { error: unknown }) {
  const { title, detail } = messageOf(error)
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      {title} {detail}
    </p>
  )
}
