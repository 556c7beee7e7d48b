import { evaluateFlag } from '@tidemark/shared/flags/evaluate-flag'
import { samePercent } from '@tidemark/shared/flags/flag'
import { waitUntilSynced } from './fixtures'
import { expect, test, type Person } from './team-fixtures'
import { inLongRun } from '../../testkit/long-run'

test.slow()

test(
  'a feature for half of the editors reaches those alone, on pages that are open',
  inLongRun,
  async ({ team, owner, openBrowser }) => {
    const workspace = await team.workspaceOf(owner, 'Features')
    const one = await team.join(owner, workspace, 'Ed Hill', 'editor')
    const other = await team.join(owner, workspace, 'Eve Moss', 'editor')
    const percentByRole = { ...samePercent(0), editor: 50 }
    const isOnFor = (name: string, { id: userId }: { readonly id: string }) =>
      evaluateFlag({ name, variants: [], percentByRole, archivedAt: null }, { userId, role: 'editor' }) !== false
    // Each flag name selects people independently.
    const names = Array.from({ length: 1_000 }, (_, index) => `lane-${index}`)
    const name = names.find((each) => isOnFor(each, one) && !isOnFor(each, other)) ?? 'no such name'

    const openContext = async (person: Person) => {
      const { page } = await openBrowser(person)
      await page.goto(`/w/${workspace.slug}/settings/reports`)
      await waitUntilSynced(page)
      await page.getByText('The context of this page, as it is now').click()
      const context = page.getByRole('region', { name: 'Features switched on' })
      await expect(context).toHaveText('Features switched onNothing')
      return context
    }
    const contextOfOne = await openContext(one)
    const contextOfOther = await openContext(other)

    const { page } = await openBrowser(owner)
    await page.goto(`/w/${workspace.slug}/settings/flags`)
    await waitUntilSynced(page)
    const make = async (of: string, share: string) => {
      await page.getByRole('button', { name: 'New flag' }).click()
      const dialog = page.getByRole('dialog', { name: 'New flag' })
      await dialog.getByRole('textbox', { name: 'Name' }).fill(of)
      await dialog.getByRole('textbox', { name: 'Editor' }).fill(share)
      await dialog.getByRole('button', { name: 'Create the flag' }).click()
      await expect(dialog).toBeHidden()
    }
    await make(name, '50')
    // Defined for everyone, so that its arrival shows that nothing about the other flag is on its way.
    await make('all-lanes', '100')
    await expect(contextOfOne).toContainText(`${name}true`)
    await expect(contextOfOther).toHaveText('Features switched onall-lanestrue')
  },
)
