import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../data/session.js'
import { toast } from '../ui/toast.js'

/** Changes the user's account and refreshes everything that shows it. */
export function useChange<Input = void>(change: (input: Input) => Promise<unknown>, onDone?: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await Promise.all(
        [sessionQuery.queryKey, ['users'], ['sessions'], ['apps']].map(queryKey =>
          client.invalidateQueries({ queryKey }),
        ),
      )
      toast('Saved')
      onDone?.()
    },
  })
}
