import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { firstChannelName, refetchChannelLists } from '../../data/channels.js'
import { useTeam } from '../../data/teams.js'
import { toast } from '../../ui/toast.js'

type Changed<Result> = {
  /** The success message. */
  done: string
  /** Called before the lists change, because the screen of a channel without membership is another one. */
  onDone?: (result: Result) => unknown
}

/** Changes a channel or its members, and refetches the lists of channels. */
export function useChannelChange<Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  { done, onDone }: Changed<Result>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async result => {
      await onDone?.(result)
      toast(done)
      await refetchChannelLists(client)
    },
  })
}

/** Returns a function that leads to the team's first channel, which nobody can leave. */
export function useFirstChannel() {
  const team = useTeam()
  const navigate = useNavigate()
  const params = { team: team.name, channel: firstChannelName }
  return () => navigate({ to: '/$team/channels/$channel', params })
}
