import { useMutation } from '@tanstack/react-query'
import { api } from '../data/api.js'
import { useMe } from '../data/session.js'
import { FormError } from '../ui/form-error.js'

/** Who decides, and the way to be somebody else: to the log-in, and then here again. */
export function SignedIn() {
  const { username } = useMe()
  const leaving = useMutation({ mutationFn: () => api.logout(), onSuccess: () => location.reload() })
  const link = 'rounded-sm text-accent underline underline-offset-2'
  return (
    <div className="text-sm">
      <p className="text-quiet">
        Signed in as <span className="font-medium text-text">{username}</span>.{' '}
        <button type="button" disabled={leaving.isPending} onClick={() => leaving.mutate()} className={link}>
          Not you?
        </button>
      </p>
      {leaving.error && <FormError error={leaving.error} />}
    </div>
  )
}
