import * as React from 'react';

interface Props { title: string; onClose?: () => void }

export const Dialog: React.FC<Props> = ({ title, onClose }) => {
  return <div onClick={onClose}>{title}</div>;
};

export function useToggle(initial = false): [boolean, () => void] {
  const [on, set] = React.useState(initial);
  return [on, () => set(!on)];
}

export default class App extends React.Component<Props> {
  override render() { return <Dialog title="x" />; }
}
