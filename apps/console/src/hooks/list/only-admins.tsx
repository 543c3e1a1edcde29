import { locale } from '../../format/locale.js'
import { EmptyState } from '../../ui/states.js'

/** Explains that only administrators may do this, and whom to ask. */
export function OnlyAdmins({ administrators }: { administrators: string[] }) {
  return (
    <EmptyState icon="lock" title="Only administrators can create webhooks">
      <p>
        “Restrict managing integrations to administrators” is on. Ask{' '}
        {administrators.length > 0
          ? new Intl.ListFormat(locale, { type: 'disjunction' }).format(
              administrators.map(name => `@${name}`),
            )
          : 'an administrator'}{' '}
        to create one for you, or to turn it off.
      </p>
    </EmptyState>
  )
}
