// The pages of text: style and theme, nothing else.

import '../ui/style.css';
import { startTheme } from '../ui/theme.ts';

startTheme();
