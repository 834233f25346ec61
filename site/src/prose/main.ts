// The pages of text: style and theme, nothing else.

import '../ui/ui.css';
import './prose.css';
import { startTheme } from '../ui/theme.ts';

startTheme();
