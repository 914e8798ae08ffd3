import BadgeCheck from 'lucide-react/icons/badge-check';
import BookOpen from 'lucide-react/icons/book-open';
import Box from 'lucide-react/icons/box';
import Boxes from 'lucide-react/icons/boxes';
import Briefcase from 'lucide-react/icons/briefcase';
import Building from 'lucide-react/icons/building';
import Circle from 'lucide-react/icons/circle';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Folder from 'lucide-react/icons/folder';
import Globe from 'lucide-react/icons/globe';
import Key from 'lucide-react/icons/key';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import List from 'lucide-react/icons/list';
import ListChecks from 'lucide-react/icons/list-checks';
import ListTree from 'lucide-react/icons/list-tree';
import Map from 'lucide-react/icons/map';
import MapPin from 'lucide-react/icons/map-pin';
import MapPinned from 'lucide-react/icons/map-pinned';
import Settings from 'lucide-react/icons/settings';
import Shield from 'lucide-react/icons/shield';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import TextCursorInput from 'lucide-react/icons/text-cursor-input';
import UserCog from 'lucide-react/icons/user-cog';
import Users from 'lucide-react/icons/users';
import type { ComponentType } from 'react';

type Icon = ComponentType<{ size?: number; 'aria-hidden'?: 'true'; strokeWidth?: number }>;

/** The icons that definitions and the menu name; each is bundled because it stands here. */
const ICONS: Readonly<Record<string, Icon>> = {
  'badge-check': BadgeCheck,
  'book-open': BookOpen,
  box: Box,
  boxes: Boxes,
  briefcase: Briefcase,
  building: Building,
  ellipsis: Ellipsis,
  folder: Folder,
  globe: Globe,
  key: Key,
  'layout-dashboard': LayoutDashboard,
  list: List,
  'list-checks': ListChecks,
  'list-tree': ListTree,
  map: Map,
  'map-pin': MapPin,
  'map-pinned': MapPinned,
  settings: Settings,
  shield: Shield,
  'sliders-horizontal': SlidersHorizontal,
  'text-cursor-input': TextCursorInput,
  'user-cog': UserCog,
  users: Users,
};

/** The icon of that name; a dot where there is none. */
export function NavigationIcon({ name, size = 18 }: { name: string | undefined; size?: number }) {
  const Icon = (name !== undefined ? ICONS[name] : undefined) ?? Circle;
  return <Icon size={size} strokeWidth={1.75} aria-hidden="true" />;
}
