import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sessionQuery } from '../data/session.js'
import { toast } from '../ui/toast.js'

/** Changes accounts, teams or hooks, and refetches them. `done` is the success message. */
export function useAdminister<Input = void, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  { done, onDone }: { done?: string; onDone?: (result: Result) => void } = {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async result => {
      const keys = [['accounts'], ['teams'], ['hooks'], ['users'], sessionQuery.queryKey]
      await Promise.all(keys.map(queryKey => client.invalidateQueries({ queryKey })))
      if (done) toast(done)
      onDone?.(result)
    },
  })
}
