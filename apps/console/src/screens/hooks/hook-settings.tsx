import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/client/api.js'
import { hookTitle, invalidateHooks, useHook } from '../../data/hooks.js'
import { useTeam } from '../../data/teams.js'
import { DisableHook, GiveHook, useIsTeamAdmin } from '../../hooks/edit/administer-hook.js'
import { DeleteHook } from '../../hooks/edit/delete-hook.js'
import { formValuesOf, HookForm, type HookFormValues } from '../../hooks/edit/hook-form.js'
import { RegenerateUrl } from '../../hooks/edit/regenerate-url.js'
import { SettingsPart } from '../../hooks/edit/settings-part.js'
import { Signature } from '../../hooks/senders/signature.js'
import { SourceAddresses } from '../../hooks/senders/source-addresses.js'
import { usePageTitle } from '../../layout/page-title.js'
import { HookHistory } from '../../privacy/hook-history.js'
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
      <SettingsPart
        title="Webhook URL"
        about="Regenerate it if it was lost or has leaked. The old one can stay valid for a while."
      >
        <RegenerateUrl />
      </SettingsPart>
      <Signature />
      <SourceAddresses />
      {isAdmin && <ForAdmins isDisabled={hook.disabled_at > 0} />}
      <SettingsPart title="History" about="Stored payloads may contain personal data.">
        <HookHistory />
      </SettingsPart>
      <SettingsPart title="Delete" about="Its URL stops working at once. Its posts stay.">
        <DeleteHook />
      </SettingsPart>
    </div>
  )
}

/** What only administrators can do. */
function ForAdmins({ isDisabled }: { isDisabled: boolean }) {
  return (
    <>
      <SettingsPart
        title={isDisabled ? 'Enable' : 'Disable'}
        about="A disabled webhook refuses all calls. It keeps its URL and history."
      >
        <DisableHook />
      </SettingsPart>
      <SettingsPart title="Transfer" about="Hand it over to another maintainer.">
        <GiveHook />
      </SettingsPart>
    </>
  )
}
