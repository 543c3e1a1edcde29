import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { decide } from '../data/authorization.js'
import { FormError } from '../server/states.js'
import { Button } from '../ui/button.js'

/** Allows or denies the request and redirects. Redirects at once if no decision is needed. */
export function Decision({ needsConsent }: { needsConsent: boolean }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: decide,
    onSuccess: ({ redirect }) => location.assign(redirect),
  })
  useEffect(() => {
    if (!needsConsent) mutate('allow')
  }, [needsConsent, mutate])
  const busy = isPending || isSuccess
  return (
    <>
      {error && <FormError error={error} />}
      <div className="flex justify-end gap-2">
        <Button busy={busy} onClick={() => mutate('deny')}>
          Deny
        </Button>
        <Button look="primary" busy={busy} onClick={() => mutate('allow')}>
          Allow
        </Button>
      </div>
    </>
  )
}
