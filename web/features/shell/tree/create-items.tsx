import { ChartLine, FileUp, FolderPlus, LayoutDashboard, MessageCircleQuestion } from 'lucide-react'
import { navigate } from '@/client/page/navigation'
import { useMayAsk } from '@/client/workspace/use-may-ask'
import { MenuItem, MenuSeparator } from '@/ui/popups/menu'
import { useStartQuestion } from '@/features/content/use-start-question'
import { reportProblem } from '@/features/messages/report-problem'
import { useImportDashboard } from '@/features/content/use-import-dashboard'
import { useCreateDashboard, useCreateFolder } from '@/features/content/use-create'

/** The menu items that create something. */
export default function CreateItems() {
  const createDashboard = useCreateDashboard()
  const createFolder = useCreateFolder()
  const importDashboard = useImportDashboard()
  const startQuestion = useStartQuestion()
  const mayAsk = useMayAsk()
  return (
    <>
      <MenuItem icon={LayoutDashboard} shortcut="n d" onSelect={() => void createDashboard(null).catch(reportProblem)}>
        New dashboard
      </MenuItem>
      <MenuItem icon={ChartLine} shortcut="n c" onSelect={() => startQuestion()}>
        New chart
      </MenuItem>
      <MenuItem icon={FolderPlus} shortcut="n f" onSelect={() => void createFolder(null).catch(reportProblem)}>
        New folder
      </MenuItem>
      <MenuItem icon={FileUp} onSelect={() => void importDashboard().catch(reportProblem)}>
        Import dashboard…
      </MenuItem>
      {mayAsk && (
        <>
          <MenuSeparator />
          <MenuItem icon={MessageCircleQuestion} shortcut="g a" onSelect={() => navigate('/ask')}>
            Ask a question
          </MenuItem>
        </>
      )}
    </>
  )
}
