import type { HookObject } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/client/api.js'
import { invalidateHooks } from '../../data/hooks.js'
import { toast } from '../../ui/toast.js'
import type { signatureOf } from './signature-choices.js'

type Wanted = ReturnType<typeof signatureOf> | null

/** Sets or removes the signature. `made` is a secret that the server has generated. `onDone` is called if there is none. */
export function useSetSignature(hook: HookObject, onDone: () => void) {
  const client = useQueryClient()
  const [made, setMade] = useState<string>()
  const doing = useMutation({
    mutationFn: (signature: Wanted) =>
      api.setHookSignature({ params: { team: hook.team_id }, body: { id: hook.id, signature } }),
    onSuccess: async ({ signature }, wanted) => {
      await invalidateHooks(client)
      const isGenerated = wanted?.secrets.some(secret => 'generate' in secret)
      if (isGenerated) return setMade(signature?.secrets[0]?.secret)
      toast('Saved')
      onDone()
    },
    gcTime: 0, // the answer contains secrets
  })
  return { ...doing, made }
}
