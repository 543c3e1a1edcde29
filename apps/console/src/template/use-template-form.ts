import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../data/client/api.js'
import { invalidateHooks, useHook } from '../data/hooks.js'
import { useTeam } from '../data/teams.js'
import { hookTemplateQuery, type TemplateForm } from '../data/trials.js'
import { toast } from '../ui/toast.js'

const empty: TemplateForm = {
  text: '',
  thread_key: '',
  update_key: '',
  close: '',
  channel: '',
  only_if: '',
  color: '',
}

/** The edits of a template. What is not edited follows `saved`, which others may change. */
export function useTemplateForm(saved: TemplateForm | null) {
  const [edits, setEdits] = useState<Partial<TemplateForm>>({})
  const initial = saved ? fieldsOf(saved) : empty
  const value = { ...initial, ...edits }
  const store = useStore(() => setEdits({}))
  return {
    value,
    change: (changed: Partial<TemplateForm>) => setEdits(before => ({ ...before, ...changed })),
    isChanged: JSON.stringify(value) !== JSON.stringify(initial),
    save: { ...store, mutate: () => store.mutate(value) },
    remove: { isPending: store.isPending, mutate: () => store.mutate(null) },
  }
}

/** Saves a template, or removes it. */
function useStore(onStored: () => void) {
  const { id: team } = useTeam()
  const { id: hook } = useHook()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (template: TemplateForm | null) =>
      api.saveHookTemplate({ params: { team, hook }, body: { template } }),
    onSuccess: async answer => {
      const { template } = answer
      client.setQueryData(hookTemplateQuery({ team, hook }).queryKey, answer)
      onStored()
      toast(template ? `Saved version ${template.version}` : 'Removed the template')
      await invalidateHooks(client)
    },
  })
}

/** A stored version has more than its fields. */
function fieldsOf({
  text,
  thread_key,
  update_key,
  close,
  channel,
  only_if,
  color,
}: TemplateForm): TemplateForm {
  return { text, thread_key, update_key, close, channel, only_if, color }
}
