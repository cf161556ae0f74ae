"""AI players: from what one seat may see to an action; pure, the dice come in."""
