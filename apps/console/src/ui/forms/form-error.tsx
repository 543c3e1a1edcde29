import { messageOf } from '../../data/client/errors.js'

/** The server's error message, next to the button. */
export function FormError({ error }: { error: unknown }) {
  const { title, detail } = messageOf(error)
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      {title} {detail}
    </p>
  )
}
