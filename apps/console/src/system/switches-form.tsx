import type { SettingObject } from '@posthorn/contract'
import { Toggle } from '../ui/forms/toggle.js'
import { SettingOrigin, SettingsForm, useSettingsForm } from './settings-form.js'

type SwitchesFormProps = { settings: SettingObject[]; switches: SwitchWords[] }

/** Switches with their meaning and source. */
export function SwitchesForm({ settings, switches }: SwitchesFormProps) {
  const form = useSettingsForm(settings)
  return (
    <SettingsForm form={form}>
      {switches.map(({ name, label, on, off }) => {
        const checked = form.value(name) === true
        const setting = settings.find(one => one.name === name)
        return (
          <div key={name} className="flex flex-col gap-1">
            <Toggle
              label={label}
              hint={checked ? on : off}
              checked={checked}
              onChange={value => form.change(name, value)}
            />
            {setting && <SettingOrigin setting={setting} className="pl-10" />}
          </div>
        )
      })}
    </SettingsForm>
  )
}

/** A switch's name, and what each position means. */
export type SwitchWords = { name: string; label: string; on: string; off: string }

/** The switches under Integrations, Custom integrations, in order. */
export const integrationSwitches: SwitchWords[] = [
  {
    name: 'EnableIncomingWebhooks',
    label: 'Enable incoming webhooks',
    on: 'Programs can post to channels through webhook URLs.',
    off: 'All webhooks respond with 501, and nobody can create one. Existing webhooks work again when you turn this on.',
  },
  {
    name: 'EnableOAuthServiceProvider',
    label: 'Enable OAuth 2.0 service provider',
    on: 'People can register applications, which act for users who consent, and as bots.',
    off: 'Nobody can register or authorize applications. Existing ones can still be revoked.',
  },
  {
    name: 'EnableOnlyAdminIntegrations',
    label: 'Restrict managing integrations to administrators',
    on: 'Only team and system administrators manage webhooks, and only system administrators manage applications.',
    off: 'Everybody can create webhooks in their teams, and register applications.',
  },
  {
    name: 'EnablePostUsernameOverride',
    label: 'Enable integrations to override usernames',
    on: 'Posts show the name in a payload’s username, with a BOT badge.',
    off: 'Posts show the title of their webhook.',
  },
  {
    name: 'EnablePostIconOverride',
    label: 'Enable integrations to override profile picture icons',
    on: 'Posts show the picture at a payload’s icon_url.',
    off: 'Posts show the picture of their webhook’s creator.',
  },
  {
    name: 'ConfirmNewHooks',
    label: 'New webhooks respond after posting',
    on: 'Senders wait for the result: ok, or the reason why the message can’t be posted.',
    off: 'Senders get ok as soon as the message is stored.',
  },
]
