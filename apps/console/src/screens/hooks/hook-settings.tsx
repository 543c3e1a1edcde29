import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../data/client/api.js'
import { useHook } from '../../data/current-hook.js'
import { useTeam } from '../../data/current-team.js'
import { hookTitle, invalidateHooks } from '../../data/hooks.js'
import { DisableHook, GiveHook, useIsTeamAdmin } from '../../hooks/edit/administer-hook.js'
import { DeleteHook } from '../../hooks/edit/delete-hook.js'
import { formValuesOf, type HookFormValues } from '../../hooks/edit/hook-choices.js'
import { HookForm } from '../../hooks/edit/hook-form.js'
import { RegenerateUrl } from '../../hooks/edit/regenerate-url.js'
import { usePageTitle } from '../../layout/page-title.js'
import { toast } from '../../ui/toast.js'

/** A hook's settings, and ways to stop it. */
export function HookSettingsScreen() {
  const team = useTeam()
  const hook = useHook()
  const client = useQueryClient()
  const isAdmin = useIsTeamAdmin()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: HookFormValues) =>
      api.updateHook({ params: { team: team.id }, body: { id: hook.id, ...body } }),
    onSuccess: async () => {
      await invalidateHooks(client)
      toast('Saved')
    },
  })
  usePageTitle('Settings', hookTitle(hook), team.display_name)
  return (
    <div className="flex max-w-3xl flex-col gap-8 p-4">
      <HookForm
        key={hook.id}
        initial={formValuesOf(hook)}
        action="Save changes"
        busy={isPending}
        error={error}
        onSubmit={(choices, onSuccess) => mutate(choices, { onSuccess })}
      />
      <Part title="Webhook URL" about="If it was lost or has leaked. The old one can stay valid for a while.">
        <RegenerateUrl />
      </Part>
      {isAdmin && (
        <>
          <Part
            title={hook.disabled_at > 0 ? 'Enable' : 'Disable'}
            about="A disabled webhook refuses all calls. It keeps its URL and history."
          >
            <DisableHook />
          </Part>
          <Part title="Transfer" about="If somebody else maintains it from now on.">
            <GiveHook />
          </Part>
        </>
      )}
      <Part title="Delete" about="Its URL stops working at once. Its posts stay.">
        <DeleteHook />
      </Part>
    </div>
  )
}

function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="flex max-w-xl flex-wrap items-center justify-between gap-3 border-t border-line pt-6"
    >
      <div>
        <h2 className="font-medium">{title}</h2>
        <p className="text-sm text-quiet">{about}</p>
      </div>
      {children}
    </section>
  )
}
