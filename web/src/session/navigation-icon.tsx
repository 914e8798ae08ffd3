import BadgeCheck from 'lucide-react/icons/badge-check';
import Banknote from 'lucide-react/icons/banknote';
import BookOpen from 'lucide-react/icons/book-open';
import Box from 'lucide-react/icons/box';
import Boxes from 'lucide-react/icons/boxes';
import Braces from 'lucide-react/icons/braces';
import Briefcase from 'lucide-react/icons/briefcase';
import Building from 'lucide-react/icons/building';
import Circle from 'lucide-react/icons/circle';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Columns3 from 'lucide-react/icons/columns-3';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FileChartColumn from 'lucide-react/icons/file-chart-column';
import FileDown from 'lucide-react/icons/file-down';
import Folder from 'lucide-react/icons/folder';
import Gift from 'lucide-react/icons/gift';
import Globe from 'lucide-react/icons/globe';
import Hand from 'lucide-react/icons/hand';
import HandCoins from 'lucide-react/icons/hand-coins';
import History from 'lucide-react/icons/history';
import IdCard from 'lucide-react/icons/id-card';
import Inbox from 'lucide-react/icons/inbox';
import Key from 'lucide-react/icons/key';
import Languages from 'lucide-react/icons/languages';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import List from 'lucide-react/icons/list';
import ListChecks from 'lucide-react/icons/list-checks';
import ListOrdered from 'lucide-react/icons/list-ordered';
import ListTree from 'lucide-react/icons/list-tree';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import Mail from 'lucide-react/icons/mail';
import MailCheck from 'lucide-react/icons/mail-check';
import Map from 'lucide-react/icons/map';
import MapPin from 'lucide-react/icons/map-pin';
import MapPinned from 'lucide-react/icons/map-pinned';
import Phone from 'lucide-react/icons/phone';
import Pilcrow from 'lucide-react/icons/pilcrow';
import Plug from 'lucide-react/icons/plug';
import Receipt from 'lucide-react/icons/receipt';
import ReceiptText from 'lucide-react/icons/receipt-text';
import ScanSearch from 'lucide-react/icons/scan-search';
import Scale from 'lucide-react/icons/scale';
import Search from 'lucide-react/icons/search';
import ScanLine from 'lucide-react/icons/scan-line';
import Send from 'lucide-react/icons/send';
import Settings from 'lucide-react/icons/settings';
import Shield from 'lucide-react/icons/shield';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import TextCursorInput from 'lucide-react/icons/text-cursor-input';
import Ticket from 'lucide-react/icons/ticket';
import TicketCheck from 'lucide-react/icons/ticket-check';
import Stamp from 'lucide-react/icons/stamp';
import Tickets from 'lucide-react/icons/tickets';
import UserCog from 'lucide-react/icons/user-cog';
import Users from 'lucide-react/icons/users';
import Utensils from 'lucide-react/icons/utensils';
import UtensilsCrossed from 'lucide-react/icons/utensils-crossed';
import Variable from 'lucide-react/icons/variable';
import Webhook from 'lucide-react/icons/webhook';
import type { ComponentType } from 'react';

type Icon = ComponentType<{ size?: number; strokeWidth?: number }>;

/** The icons that definitions and the menu name. Only icons listed here are bundled. */
const ICONS: Readonly<Record<string, Icon>> = {
  'badge-check': BadgeCheck,
  banknote: Banknote,
  'book-open': BookOpen,
  box: Box,
  boxes: Boxes,
  braces: Braces,
  briefcase: Briefcase,
  building: Building,
  'clipboard-list': ClipboardList,
  'columns-3': Columns3,
  ellipsis: Ellipsis,
  'file-chart-column': FileChartColumn,
  'file-down': FileDown,
  folder: Folder,
  gift: Gift,
  globe: Globe,
  hand: Hand,
  'hand-coins': HandCoins,
  history: History,
  'id-card': IdCard,
  inbox: Inbox,
  key: Key,
  languages: Languages,
  'layout-dashboard': LayoutDashboard,
  list: List,
  'list-checks': ListChecks,
  'list-ordered': ListOrdered,
  'list-tree': ListTree,
  'lock-keyhole': LockKeyhole,
  mail: Mail,
  'mail-check': MailCheck,
  map: Map,
  'map-pin': MapPin,
  'map-pinned': MapPinned,
  phone: Phone,
  pilcrow: Pilcrow,
  plug: Plug,
  receipt: Receipt,
  'receipt-text': ReceiptText,
  search: Search,
  scale: Scale,
  'scan-line': ScanLine,
  send: Send,
  'scan-search': ScanSearch,
  settings: Settings,
  shield: Shield,
  'sliders-horizontal': SlidersHorizontal,
  'text-cursor-input': TextCursorInput,
  ticket: Ticket,
  'ticket-check': TicketCheck,
  stamp: Stamp,
  tickets: Tickets,
  'user-cog': UserCog,
  users: Users,
  utensils: Utensils,
  'utensils-crossed': UtensilsCrossed,
  variable: Variable,
  webhook: Webhook,
};

/** The icon of that name; a dot if it does not exist. */
export function NavigationIcon({ name, size = 18 }: { name: string | undefined; size?: number }) {
  const Icon = (name !== undefined ? ICONS[name] : undefined) ?? Circle;
  return <Icon size={size} strokeWidth={1.75} />;
}
