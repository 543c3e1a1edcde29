import { ImportForm, useImport } from '../../accounts/import-form.js'
import { ImportedRows } from '../../accounts/imported-rows.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { SystemCrumb } from '../../system/system-crumb.js'
import { UnsavedChanges } from '../../ui/forms/unsaved-changes.js'

/** Creates many accounts from a file. */
export function ImportUsersScreen() {
  const importing = useImport()
  usePageTitle('Import users', 'System console')
  return (
    <Screen title="Import users" before={<SystemCrumb to="/admin/users" name="Users" icon="users" />}>
      <Scroll>
        <div className="flex max-w-2xl flex-col gap-6 p-4">
          <ImportForm importing={importing} />
          {!importing.isPending && importing.rows.length > 0 && <ImportedRows rows={importing.rows} />}
        </div>
        <UnsavedChanges there={importing.isPending} />
      </Scroll>
    </Screen>
  )
}
