import type { SettingObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { settingsQuery } from '../../data/admin/settings.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { ErrorState, Loading } from '../../server/states.js'
import { classes } from '../../ui/classes.js'
import { Field } from '../../ui/forms/field.js'
import { Toggle } from '../../ui/forms/toggle.js'
import { RecentChanges } from '../recent-changes.js'
import { SettingOrigin, SettingsForm, useSettingsForm } from '../settings-form.js'
import type { SwitchWords } from '../switches-form.js'
import { type NumberWords, namesIn, type SettingPart } from './setting-parts.js'

type SettingsScreenProps = {
  title: string
  about: string
  parts: SettingPart[]
  /** Settings that `children` change. */
  moreNames?: string[]
  children?: ReactNode
}

/** A screen of settings, with their recent changes. */
export function SettingsScreen({ title, about, parts, moreNames = [], children }: SettingsScreenProps) {
  const { data, error, refetch } = useQuery(settingsQuery)
  usePageTitle(title, 'System console')
  return (
    <Screen title={title} about={about}>
      <Scroll>
        {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the settings" />)}
        {data && (
          <div className="flex flex-auto flex-col lg:flex-row">
            <div className="min-w-0 flex-auto">
              <PartsForm settings={data} parts={parts} />
              {children}
            </div>
            <RecentChanges names={[...namesIn(parts), ...moreNames]} />
          </div>
        )}
      </Scroll>
    </Screen>
  )
}

type PartsFormProps = { settings: SettingObject[]; parts: SettingPart[] }

/** Switches and numbers under headings, saved together. */
function PartsForm({ settings, parts }: PartsFormProps) {
  const form = useSettingsForm(settings)
  const named = (name: string) => settings.find(setting => setting.name === name)
  return (
    <SettingsForm form={form}>
      {parts.map(({ title, about, switches = [], numbers }) => (
        <SettingSection key={title} title={title} about={about} className="border-b pb-6">
          {switches.map(words => (
            <Switch key={words.name} {...{ words, form }} setting={named(words.name)} />
          ))}
          {numbers.map(words => (
            <NumberSetting key={words.name} {...{ words, form }} setting={named(words.name)} />
          ))}
        </SettingSection>
      ))}
    </SettingsForm>
  )
}

type PartProps<Words> = {
  words: Words
  form: ReturnType<typeof useSettingsForm>
  /** Undefined if the server is older than the page. */
  setting: SettingObject | undefined
}

function Switch({ words: { name, label, on, off }, form, setting }: PartProps<SwitchWords>) {
  if (!setting) return null
  const checked = form.value(name) === true
  return (
    <div className="flex flex-col gap-1">
      <Toggle
        label={label}
        hint={checked ? on : off}
        checked={checked}
        onChange={value => form.change(name, value)}
      />
      <SettingOrigin setting={setting} className="pl-10" />
    </div>
  )
}

function NumberSetting({ words, form, setting }: PartProps<NumberWords>) {
  if (!setting) return null
  const { name, label, about, inWords } = words
  const value = form.value(name)
  const { least, most } = setting.range ?? {}
  return (
    <div className="flex flex-col gap-1">
      <Field
        label={label}
        hint={[inWords?.(Number(value)), about].filter(Boolean).join(' ')}
        type="number"
        inputMode="numeric"
        required
        min={least}
        max={most}
        value={String(value)}
        onChange={({ target }) => form.change(name, target.value === '' ? '' : Number(target.value))}
        className="max-w-md"
      />
      <SettingOrigin setting={setting} />
    </div>
  )
}

type SettingSectionProps = { title: string; about: string; className?: string; children: ReactNode }

/** Settings under a heading. */
export function SettingSection({ title, about, className, children }: SettingSectionProps) {
  return (
    <section aria-label={title} className={classes('flex flex-col gap-5 border-line', className)}>
      <div>
        <h2 className="font-medium">{title}</h2>
        <p className="text-sm text-quiet">{about}</p>
      </div>
      {children}
    </section>
  )
}
